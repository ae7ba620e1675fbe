//! The attribute `SourceDebugExtension` (JSR 45): the source lines of a class that was not made from a single Java file. Kotlin's
//! compiler numbers lines of inlined functions after those of the file, and the Java text of a JSP page is never seen.

/// The first line of the text.
const MAGIC: &str = "SMAP";

/// The stratum that maps lines of inlined functions to the lines of their calls.
const CALL_SITES: &str = "KotlinDebug";

/// Maps lines of the class file to those of its source.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceMap {
    /// The name of the source file without its folder.
    pub(crate) file: String,
    own: Vec<LineRange>,
    call_sites: Vec<LineRange>,
}

/// Lines of the class file, and the source lines that they stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineRange {
    file: u32,
    source: u32,
    first: u32,
    /// The number of source lines.
    count: u32,
    /// The number of class-file lines for each of them.
    each: u32,
}

impl LineRange {
    fn source_of(&self, line: u32) -> Option<u32> {
        let offset = line.checked_sub(self.first)? / self.each.max(1);
        (offset < self.count).then(|| self.source.saturating_add(offset))
    }
}

/// A stratum: the files and lines of one language.
#[derive(Debug, Default)]
struct Stratum<'t> {
    name: &'t str,
    files: Vec<(u32, &'t str)>,
    lines: Vec<LineRange>,
}

impl SourceMap {
    /// Reads the text of the attribute; `None` if it is another text or names no file. Unreadable parts are skipped.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim_end);
        if lines.next()? != MAGIC {
            return None;
        }
        let _generated = lines.next()?;
        let default = lines.next()?.trim();
        let strata = strata(lines);
        let named = |name: &str| strata.iter().find(|stratum| stratum.name == name);
        let own = named(default).or_else(|| strata.first())?;
        let (id, file) = own.files.first()?;
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let call_sites = named(CALL_SITES).filter(|_| own.name != CALL_SITES);
        Some(Self {
            file: file.to_owned(),
            own: sorted(own.lines.iter(), *id),
            call_sites: call_sites.map_or_else(Vec::new, |stratum| {
                let id = stratum
                    .files
                    .iter()
                    .find(|(_, name)| name == &own.files[0].1);
                id.map_or_else(Vec::new, |(id, _)| sorted(stratum.lines.iter(), *id))
            }),
        })
    }

    /// The line in the source file; `None` if the code comes from another file, or from none.
    pub(crate) fn line(&self, line: u32) -> Option<u32> {
        let within = |ranges: &[LineRange]| {
            let after = ranges.partition_point(|range| range.first <= line);
            ranges.get(after.checked_sub(1)?)?.source_of(line)
        };
        within(&self.call_sites).or_else(|| within(&self.own))
    }
}

/// The ranges of one file, ordered by class-file lines.
fn sorted<'r>(ranges: impl Iterator<Item = &'r LineRange>, file: u32) -> Vec<LineRange> {
    let ranges = ranges.filter(|range| range.file == file);
    let mut ranges: Vec<LineRange> = ranges.copied().collect();
    ranges.sort_by_key(|range| range.first);
    ranges
}

fn strata<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<Stratum<'t>> {
    let mut strata: Vec<Stratum<'t>> = Vec::new();
    let mut section = "";
    let mut file = 0;
    let mut lines = lines;
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("*S") {
            strata.push(Stratum {
                name: name.trim(),
                ..Stratum::default()
            });
            (section, file) = ("", 0);
        } else if line.starts_with('*') {
            section = line.get(..2).unwrap_or_default();
        } else if let Some(stratum) = strata.last_mut() {
            match section {
                "*F" => {
                    // After a plus sign, the path is on a separate line.
                    let (has_path, rest) = line
                        .strip_prefix('+')
                        .map_or((false, line), |rest| (true, rest.trim_start()));
                    if has_path {
                        lines.next();
                    }
                    let named = rest.split_once(' ');
                    let named = named.and_then(|(id, name)| Some((id.parse().ok()?, name.trim())));
                    stratum.files.extend(named);
                }
                "*L" => {
                    let range = range(line, &mut file);
                    stratum.lines.extend(range);
                }
                _ => {}
            }
        }
    }
    strata
}

/// `SOURCE#FILE,COUNT:FIRST,EACH`. By default, the file is that of the previous line, and numbers are 1.
fn range(line: &str, file: &mut u32) -> Option<LineRange> {
    let (source, class) = line.split_once(':')?;
    let (source, count) = source.split_once(',').unwrap_or((source, "1"));
    let (source, of_file) = source.split_once('#').unwrap_or((source, ""));
    let (first, each) = class.split_once(',').unwrap_or((class, "1"));
    if !of_file.is_empty() {
        *file = of_file.trim().parse().ok()?;
    }
    let number = |text: &str| text.trim().parse().ok();
    Some(LineRange {
        file: *file,
        source: number(source)?,
        first: number(first)?,
        count: number(count)?,
        each: number(each)?,
    })
}

#[cfg(test)]
mod tests {
    use super::SourceMap;

    /// The output of Kotlin's compiler for a file of 20 lines that inlines a library function on line 7.
    const KOTLIN: &str = "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\norg/example/MainKt\n+ 2 _Collections.kt\n\
        kotlin/collections/CollectionsKt___CollectionsKt\n*L\n1#1,20:1\n1549#2:21\n1620#2,3:22\n*S KotlinDebug\n*F\n+ 1 Main.kt\n\
        org/example/MainKt\n*L\n7#1:21\n7#1:22,3\n*E\n";

    /// The output of Jasper for a page with an included fragment.
    const JSP: &str = "SMAP\nindex_jsp.java\nJSP\n*S JSP\n*F\n+ 0 index.jsp\npages/index.jsp\n1 header.jspf\n*L\n1,3:60,2\n2#1:70\n\
        9#0:80,4\n*E\n";

    #[test]
    fn lines_of_inlined_functions_are_those_of_their_calls() {
        let map = SourceMap::read(KOTLIN).unwrap_or_default();
        assert_eq!(map.file, "Main.kt");
        let lines = [1, 20, 21, 22, 24, 25].map(|line| map.line(line));
        assert_eq!(lines, [Some(1), Some(20), Some(7), Some(7), Some(7), None]);
    }

    #[test]
    fn lines_of_a_page_are_those_of_its_text() {
        let map = SourceMap::read(JSP).unwrap_or_default();
        assert_eq!(map.file, "index.jsp");
        let lines = [59, 60, 61, 62, 65, 66, 70, 80, 83, 84].map(|line| map.line(line));
        let expected = [
            None,
            Some(1),
            Some(1),
            Some(2),
            Some(3),
            None,
            None,
            Some(9),
            Some(9),
            None,
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_is_no_map_is_none_and_nothing_overflows() {
        for text in [
            "",
            "SMAP",
            "SMAP\nA.java\nX\n*E",
            "SMAP\nA.java\nX\n*S X\n*L\n1:1\n*E",
            "PAMS\nA.java\nX\n*S X\n*F\n1 a\n*E",
        ] {
            assert_eq!(SourceMap::read(text), None, "{text:?}");
        }
        let large = "SMAP\nA\nX\n*S X\n*F\n1 a\n*L\n4294967295#1,4294967295:0,0\nx#1:1\n1#x:2\n99999999999:1\n*\u{20ac}\n*E";
        let map = SourceMap::read(large).unwrap_or_default();
        assert_eq!(map.line(u32::MAX - 1), Some(u32::MAX));
    }
}
