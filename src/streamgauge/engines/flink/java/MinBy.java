package streamgauge;

/** `min_by(value, order)`: the value where the order is smallest; of several, the smallest value. */
public final class MinBy extends MaxBy {
    protected boolean isBetter(int comparison) {
        return comparison < 0;
    }
}
