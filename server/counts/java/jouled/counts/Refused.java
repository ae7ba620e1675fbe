package jouled.counts;

/** Why a method or a class is not counted. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    final String reason;

    Refused(String reason) {
        super(null, null, false, false);
        this.reason = reason;
    }
}
