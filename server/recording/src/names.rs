//! Names of classes that are the same in every run.

use std::borrow::Cow;

/// The name of a class with slashes, without the parts that differ from run to run, and whether the class is hidden.
///
/// A hidden class has an address at its end: `p.A$$Lambda$7+0x00007f0c/1638361845` in JDK 17, `p.A$$Lambda/0x00007f0c` in newer
/// ones. JDK 17 also numbers lambda classes in the order of their creation.
pub(crate) fn stable(name: &str) -> (Cow<'_, str>, bool) {
    let Some(kept) = without_address(name) else {
        return (Cow::Borrowed(name), false);
    };
    let kept = match kept.rsplit_once('$') {
        Some((class, number))
            if class.ends_with("$$Lambda")
                && number.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            class
        }
        _ => kept,
    };
    (Cow::Owned(kept.replace('.', "/")), true)
}

fn without_address(name: &str) -> Option<&str> {
    let at = name.rfind("0x")?;
    let (kept, separator) = name.get(..at)?.split_at_checked(at.checked_sub(1)?)?;
    let address = &name[at + 2..];
    let (address, hash) = address.split_once('/').unwrap_or((address, "0"));
    let is_address = matches!(separator, "+" | "/")
        && !kept.is_empty()
        && !address.is_empty()
        && address.bytes().all(|digit| digit.is_ascii_hexdigit())
        && hash.bytes().all(|digit| digit.is_ascii_digit());
    is_address.then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::stable;

    #[test]
    fn hidden_classes_lose_what_differs_from_run_to_run() {
        for (name, expected) in [
            (
                "Hot$$Lambda$89+0x00007f2500007c28/1172131546",
                "Hot$$Lambda",
            ),
            ("p.q.Hot$$Lambda/0x0000000095045438", "p/q/Hot$$Lambda"),
            (
                "java.lang.invoke.LambdaForm$MH+0x00007f2500009400/157444503",
                "java/lang/invoke/LambdaForm$MH",
            ),
            ("p.Hidden/0x00007f25", "p/Hidden"),
        ] {
            assert_eq!(stable(name), (expected.into(), true));
        }
    }

    #[test]
    fn other_names_stay() {
        for name in [
            "java/lang/String",
            "[I",
            "",
            "0x00",
            "+0x00",
            "p/0xyz",
            "Hot$$Lambda$89",
            "é0x12",
            "p/A+0x",
            "p/A+0x12/f",
        ] {
            assert_eq!(stable(name), (name.into(), false));
        }
    }
}
