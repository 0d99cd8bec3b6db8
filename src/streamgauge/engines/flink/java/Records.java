package streamgauge;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The format `records`: a record becomes a row, or is broken and passed over, as the language says. Flink's own `json` takes 1.5
 * for a whole number, true for a text, and does not look at what follows an object. Where the last column is `_end`, it gets the time
 * of the record that ends a partition, and all others are null there; elsewhere that record is passed over. Fields that are `unread`
 * have no column: a record without them is broken, and that is all there is to know of them. Where a column has `wanted` texts, a
 * record with another one is passed over without a look at what follows.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class Records implements DeserializationFormatFactory {
    private static final ConfigOption IS_TEXT = ConfigOptions.key("text").booleanType().defaultValue(Boolean.FALSE);
    private static final ConfigOption OPTIONAL = ConfigOptions.key("optional").stringType().defaultValue("");
    private static final ConfigOption UNREAD = ConfigOptions.key("unread").stringType().defaultValue("");
    private static final ConfigOption WANTED = ConfigOptions.key("wanted").stringType().defaultValue("{}");

    public String factoryIdentifier() {
        return "records";
    }

    public Set requiredOptions() {
        return Collections.emptySet();
    }

    public Set optionalOptions() {
        return new HashSet(Arrays.asList(new Object[] {IS_TEXT, OPTIONAL, UNREAD, WANTED}));
    }

    public DecodingFormat createDecodingFormat(DynamicTableFactory.Context context, ReadableConfig options) {
        boolean isText = ((Boolean) options.get(IS_TEXT)).booleanValue();
        Set optional = new HashSet(Arrays.asList((Object[]) ((String) options.get(OPTIONAL)).split(";")));
        String unread = (String) options.get(UNREAD);
        Wanted wanted = Wanted.of((String) options.get(WANTED));
        return new RecordFormat(isText, optional, unread.isEmpty() ? new String[0] : unread.split(";"), wanted);
    }
}

final class RecordFormat implements DecodingFormat {
    private final boolean isText;
    private final Set optional;
    private final String[] unread;
    private final Wanted wanted;

    RecordFormat(boolean isText, Set optional, String[] unread, Wanted wanted) {
        this.isText = isText;
        this.optional = optional;
        this.unread = unread;
        this.wanted = wanted;
    }

    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    public Object createRuntimeDecoder(DynamicTableSource.Context context, DataType type) {
        RowType row = (RowType) type.getLogicalType();
        TypeInformation produced = context.createTypeInformation(type);
        return isText ? (Object) new TextDecoder(produced, row) : (Object) new JsonDecoder(produced, row, optional, unread, wanted);
    }
}

/** The record that ends a partition is known by its first bytes: a field `_end` further on is one that nobody asked for. */
final class EndOfInput {
    static final String NAME = "_end";
    private static final byte[] FIRST = "{\"_end\":".getBytes(StandardCharsets.US_ASCII);

    /** Its time, null if it is another record. */
    static Long of(byte[] message) {
        if (message.length <= FIRST.length + 1) {
            return null;
        }
        for (int i = 0; i < FIRST.length; i++) {
            if (message[i] != FIRST[i]) {
                return null;
            }
        }
        long milliseconds = 0;
        for (int i = FIRST.length; i < message.length - 1; i++) {
            if (message[i] < '0' || message[i] > '9') {
                return null;
            }
            milliseconds = milliseconds * 10 + (message[i] - '0');
        }
        return Long.valueOf(milliseconds);
    }

    static GenericRowData row(int columns, Long end) {
        GenericRowData row = new GenericRowData(columns);
        row.setField(columns - 1, end);
        return row;
    }
}

final class TextDecoder implements DeserializationSchema {
    private final TypeInformation produced;
    private final int columns;

    TextDecoder(TypeInformation produced, RowType row) {
        this.produced = produced;
        this.columns = row.getFieldCount();
    }

    public Object deserialize(byte[] message) {
        if (message == null) {
            return null;
        }
        Long end = EndOfInput.of(message);
        if (end != null) {
            return columns > 1 ? EndOfInput.row(columns, end) : null;
        }
        GenericRowData row = new GenericRowData(columns);
        row.setField(0, textOf(message));
        return row;
    }

    /** What is no UTF-8 is replaced; plain ASCII, the usual case, is taken as it is. */
    private static StringData textOf(byte[] message) {
        for (int i = 0; i < message.length; i++) {
            if (message[i] < 0) {
                return StringData.fromString(new String(message, StandardCharsets.UTF_8));
            }
        }
        return StringData.fromBytes(message);
    }

    public boolean isEndOfStream(Object next) {
        return false;
    }

    public TypeInformation getProducedType() {
        return produced;
    }
}

/** The texts that a column must have for anything to read a record; of no column, all may have any. */
final class Wanted implements Serializable {
    private final String column;
    private final char[][] texts;

    private Wanted(String column, char[][] texts) {
        this.column = column;
        this.texts = texts;
    }

    /** As JSON: a column and its texts. */
    static Wanted of(String option) {
        JsonNode given;
        try {
            given = new ObjectMapper().readTree(option);
        } catch (IOException broken) {
            throw new IllegalArgumentException(broken);
        }
        if (given.isEmpty()) {
            return new Wanted(null, new char[0][]);
        }
        String column = (String) given.fieldNames().next();
        JsonNode wanted = (JsonNode) given.get(column);
        char[][] texts = new char[wanted.size()][];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = ((JsonNode) wanted.get(i)).textValue().toCharArray();
        }
        return new Wanted(column, texts);
    }

    /** Where the column is among these; -1 if there is none. */
    int positionIn(String[] names) {
        return Arrays.asList(names).indexOf(column);
    }

    /** Is the parser at one of them? */
    boolean has(JsonParser parser) throws IOException {
        char[] found = parser.getTextCharacters();
        int begin = parser.getTextOffset();
        int end = begin + parser.getTextLength();
        for (int i = 0; i < texts.length; i++) {
            if (Arrays.equals(found, begin, end, texts[i], 0, texts[i].length)) {
                return true;
            }
        }
        return false;
    }
}

final class JsonDecoder implements DeserializationSchema {
    private final TypeInformation produced;
    private final int columns;
    private final boolean hasEnd;
    private final int own; // fields that are columns; those behind them are unread
    private final String[] names;
    private final LogicalTypeRoot[] types;
    private final boolean[] isRequired;
    private final Wanted wanted;
    private final int decisive; // the position of the column that they are wanted in
    private transient boolean[] isThere; // of the unread fields, in the record at hand
    private transient JsonFactory json;
    private transient Map positions;

    JsonDecoder(TypeInformation produced, RowType row, Set optional, String[] unread, Wanted wanted) {
        this.produced = produced;
        this.wanted = wanted;
        columns = row.getFieldCount();
        List found = row.getFieldNames();
        hasEnd = found.get(columns - 1).equals(EndOfInput.NAME);
        own = hasEnd ? columns - 1 : columns;
        names = new String[own + unread.length];
        types = new LogicalTypeRoot[names.length];
        isRequired = new boolean[own];
        for (int i = 0; i < own; i++) {
            names[i] = (String) found.get(i);
            types[i] = row.getTypeAt(i).getTypeRoot();
            isRequired[i] = !optional.contains(names[i]);
        }
        for (int i = 0; i < unread.length; i++) {
            int colon = unread[i].lastIndexOf(':');
            names[own + i] = unread[i].substring(0, colon);
            types[own + i] = typeOf(unread[i].substring(colon + 1));
        }
        decisive = wanted.positionIn(names);
    }

    private static LogicalTypeRoot typeOf(String name) {
        return name.equals("STRING") ? LogicalTypeRoot.VARCHAR : LogicalTypeRoot.valueOf(name);
    }

    public void open(DeserializationSchema.InitializationContext context) {
        json = new JsonFactory();
        isThere = new boolean[names.length - own];
        positions = new HashMap();
        for (int i = 0; i < names.length; i++) {
            positions.put(names[i], Integer.valueOf(i));
        }
    }

    public Object deserialize(byte[] message) {
        if (message == null) {
            return null;
        }
        Long end = EndOfInput.of(message);
        if (end != null) {
            return hasEnd ? EndOfInput.row(columns, end) : null;
        }
        try {
            JsonParser parser = json.createParser(message);
            try {
                return rowOf(parser);
            } finally {
                parser.close();
            }
        } catch (IOException broken) {
            return null;
        }
    }

    private GenericRowData rowOf(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        GenericRowData row = new GenericRowData(columns);
        Arrays.fill(isThere, false);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Integer found = (Integer) positions.get(parser.getCurrentName());
            JsonToken token = parser.nextToken();
            if (found == null) {
                parser.skipChildren();
                continue;
            }
            int position = found.intValue();
            if (position == decisive && token == JsonToken.VALUE_STRING && !wanted.has(parser)) {
                return null;
            }
            if (position < own) {
                row.setField(position, valueOf(parser, token, types[position]));
            } else {
                isThere[position - own] = isOf(parser, token, types[position]);
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            return null;
        }
        return isWhole(row) ? row : null;
    }

    private boolean isWhole(GenericRowData row) {
        for (int i = 0; i < own; i++) {
            if (isRequired[i] && row.isNullAt(i)) {
                return false;
            }
        }
        for (int i = 0; i < isThere.length; i++) {
            if (!isThere[i]) {
                return false;
            }
        }
        return true;
    }

    /** Has a field the type that is wanted? Of a text that is known without a copy of it. */
    private static boolean isOf(JsonParser parser, JsonToken token, LogicalTypeRoot type) throws IOException {
        if (type == LogicalTypeRoot.VARCHAR && token == JsonToken.VALUE_STRING) {
            return true;
        }
        return valueOf(parser, token, type) != null;
    }

    /** The value of a field, null if it has another type than its column. */
    private static Object valueOf(JsonParser parser, JsonToken token, LogicalTypeRoot type) throws IOException {
        if (type == LogicalTypeRoot.VARCHAR) {
            if (token == JsonToken.VALUE_STRING) {
                return textOf(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            }
        } else if (type == LogicalTypeRoot.BIGINT) {
            if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                return Long.valueOf(parser.getLongValue());
            }
        } else if (type == LogicalTypeRoot.DOUBLE) {
            if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
                double value = parser.getDoubleValue();
                return Double.isInfinite(value) ? null : Double.valueOf(value);
            }
        } else if (type == LogicalTypeRoot.BOOLEAN) {
            if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
                return Boolean.valueOf(token == JsonToken.VALUE_TRUE);
            }
        }
        parser.skipChildren();
        return null;
    }

    /** As the bytes that Flink compares and sends: a String would be made of them first, and turned into them later. */
    private static StringData textOf(char[] text, int offset, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            char each = text[offset + i];
            if (each > 127) {
                return StringData.fromString(new String(text, offset, length));
            }
            bytes[i] = (byte) each;
        }
        return StringData.fromBytes(bytes);
    }

    public boolean isEndOfStream(Object next) {
        return false;
    }

    public TypeInformation getProducedType() {
        return produced;
    }
}
