package streamgauge;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.LookupFunction;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The connector `static-table`: a small table that is part of the job, in its option `rows` as a JSON array of arrays. It can only
 * be looked up by its first column, which Flink does where the row is, without a shuffle and without a state.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class StaticTable implements DynamicTableSourceFactory {
    private static final ConfigOption ROWS = ConfigOptions.key("rows").stringType().noDefaultValue();

    public String factoryIdentifier() {
        return "static-table";
    }

    public Set requiredOptions() {
        Set options = new HashSet();
        options.add(ROWS);
        return options;
    }

    public Set optionalOptions() {
        return Collections.emptySet();
    }

    public DynamicTableSource createDynamicTableSource(DynamicTableFactory.Context context) {
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validate();
        return new StaticSource(
                (String) helper.getOptions().get(ROWS), (RowType) context.getPhysicalRowDataType().getLogicalType());
    }
}

final class StaticSource implements LookupTableSource {
    private final String rows;
    private final RowType type;

    StaticSource(String rows, RowType type) {
        this.rows = rows;
        this.type = type;
    }

    public LookupTableSource.LookupRuntimeProvider getLookupRuntimeProvider(LookupTableSource.LookupContext context) {
        return LookupFunctionProvider.of(new StaticLookup(rows, type));
    }

    public DynamicTableSource copy() {
        return new StaticSource(rows, type);
    }

    public String asSummaryString() {
        return "static table";
    }
}

public final class StaticLookup extends LookupFunction {
    private final String rows;
    private final LogicalTypeRoot[] types;
    private transient Map byKey;

    public StaticLookup(String rows, RowType type) {
        this.rows = rows;
        this.types = new LogicalTypeRoot[type.getFieldCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = type.getTypeAt(i).getTypeRoot();
        }
    }

    public void open(FunctionContext context) throws Exception {
        byKey = new HashMap();
        JsonNode table = new ObjectMapper().readTree(rows);
        for (int i = 0; i < table.size(); i++) {
            JsonNode values = (JsonNode) table.get(i);
            GenericRowData row = new GenericRowData(types.length);
            for (int j = 0; j < types.length; j++) {
                row.setField(j, valueOf((JsonNode) values.get(j), types[j]));
            }
            byKey.put(row.getField(0), Collections.singletonList(row));
        }
    }

    public Collection lookup(RowData key) {
        Object wanted = ((GenericRowData) key).getField(0);
        Object found = wanted == null ? null : byKey.get(wanted);
        return found == null ? (Collection) Collections.emptyList() : (Collection) found;
    }

    private static Object valueOf(JsonNode node, LogicalTypeRoot type) {
        if (node.isNull()) {
            return null;
        }
        if (type == LogicalTypeRoot.BIGINT) {
            return Long.valueOf(node.longValue());
        }
        if (type == LogicalTypeRoot.DOUBLE) {
            return Double.valueOf(node.doubleValue());
        }
        if (type == LogicalTypeRoot.BOOLEAN) {
            return Boolean.valueOf(node.booleanValue());
        }
        return StringData.fromString(node.textValue());
    }
}
