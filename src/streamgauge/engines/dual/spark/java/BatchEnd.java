package streamgauge;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.util.Clock;
import org.apache.spark.util.SystemClock;

/**
 * The clock of real-time mode, by which its tasks know that their batch is over. For the tasks of a run it can be put forward by a
 * day, and then their batch ends now, as any batch does. The driver, which sets the ends, always sees the real time.
 *
 * <p>It is asked for every record, so it looks at one number while nothing is to end. Raw types: it is compiled by Janino.
 */
public final class BatchEnd implements Clock {
    private static final long A_DAY_MS = 86400000L;
    private final SystemClock real = new SystemClock();
    private final Set ending = ConcurrentHashMap.newKeySet();

    /** End the batch that a run is at, and every one that it begins, until it is let go of. */
    public void end(String runId) {
        ending.add(runId);
    }

    public void letGo(String runId) {
        ending.remove(runId);
    }

    public long getTimeMillis() {
        long now = real.getTimeMillis();
        return ending.isEmpty() || !ending.contains(runOfThisTask()) ? now : now + A_DAY_MS;
    }

    private static String runOfThisTask() {
        TaskContext task = TaskContext.get();
        String run = task == null ? null : task.getLocalProperty("spark.jobGroup.id");
        return run == null ? "" : run;
    }

    public long nanoTime() {
        return real.nanoTime();
    }

    public long waitTillTime(long targetTime) {
        return real.waitTillTime(targetTime);
    }
}
