package streamgauge;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The leads of a query's Kafka consumers in this JVM: how far each is from the beginning of its partition.
 *
 * <p>They are known by a name within their own, and not by their topic: others may read that too, and in the names of metrics
 * its dots have become underscores.
 *
 * <p>One question from Python for all partitions: each would be a message of its own, several times a second. Raw types and no
 * lambdas: it is compiled by Janino.
 */
public final class ConsumerLeads {
    private static final long A_SECOND = 1000000000L;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Set consumers = new HashSet();
    private Set before;
    private ObjectName all;
    private String reader;
    private int partitions;
    private long lookedAt;

    /** Begin with the consumers of so many partitions that are made from now on and have `reader` in their name. */
    public void begin(String reader, int partitions) throws MalformedObjectNameException {
        this.reader = reader;
        this.partitions = partitions;
        all = new ObjectName("kafka.consumer:type=consumer-fetch-manager-metrics,partition=*,client-id=*,topic=*");
        before = found();
    }

    private Set found() {
        Set names = new HashSet();
        for (Iterator each = server.queryNames(all, null).iterator(); each.hasNext();) {
            ObjectName name = (ObjectName) each.next();
            if (name.getKeyProperty("client-id").indexOf(reader) >= 0) {
                names.add(name);
            }
        }
        return names;
    }

    /** Find those that have been made since. */
    public synchronized void look() {
        Set names = found();
        names.removeAll(before);
        consumers.addAll(names);
        lookedAt = System.nanoTime();
    }

    /**
     * `partition lead`, a consumer a line; before its first fetch a lead is NaN. New ones are looked for if one is gone, or if
     * there is none yet; and once a second while a partition has none.
     */
    public synchronized String ask() {
        int known = consumers.size();
        String told = leads();
        boolean isLacking = partitionsRead() < partitions && System.nanoTime() - lookedAt > A_SECOND;
        if (consumers.size() == known && known > 0 && !isLacking) {
            return told;
        }
        look();
        return leads();
    }

    private int partitionsRead() {
        Set read = new HashSet();
        for (Iterator each = consumers.iterator(); each.hasNext();) {
            read.add(((ObjectName) each.next()).getKeyProperty("partition"));
        }
        return read.size();
    }

    private String leads() {
        StringBuilder told = new StringBuilder();
        for (Iterator each = consumers.iterator(); each.hasNext();) {
            ObjectName name = (ObjectName) each.next();
            try {
                Object lead = server.getAttribute(name, "records-lead");
                told.append(name.getKeyProperty("partition").replace("\"", "")).append(' ').append(lead).append('\n');
            } catch (JMException gone) {
                each.remove();
            }
        }
        return told.toString();
    }
}
