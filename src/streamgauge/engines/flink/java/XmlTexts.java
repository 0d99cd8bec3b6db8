package streamgauge;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategy;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/**
 * `xml_texts(document, path)`: the texts in the elements at a path of names, in order, empty ones left out; no XML is an error.
 *
 * <p>Raw types and no lambdas: it is compiled by Janino.
 */
public final class XmlTexts extends ScalarFunction {
    private transient DocumentBuilder builder;

    public void open(FunctionContext context) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setCoalescing(true);
        factory.setIgnoringComments(true);
        builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
    }

    public String[] eval(String document, String path) throws Exception {
        if (document == null) {
            return null;
        }
        List texts = new ArrayList();
        Node root = builder.parse(new InputSource(new StringReader(document)));
        collect(root, path.split("/"), 1, texts);
        return (String[]) texts.toArray(new String[0]);
    }

    /** The texts below `node`, whose own name is at `depth - 1` of the path. */
    private static void collect(Node node, String[] path, int depth, List texts) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            boolean isText = child.getNodeType() == Node.TEXT_NODE;
            if (depth == path.length && isText && !child.getNodeValue().isEmpty()) {
                texts.add(child.getNodeValue());
            } else if (depth < path.length && !isText && path[depth].equals(child.getNodeName())) {
                collect(child, path, depth + 1, texts);
            }
        }
    }

    public TypeInference getTypeInference(DataTypeFactory factory) {
        return TypeInference.newBuilder()
                .typedArguments(new DataType[] {DataTypes.STRING(), DataTypes.STRING()})
                .outputTypeStrategy(
                        new TypeStrategy() {
                            public Optional inferType(CallContext call) {
                                return Optional.of(DataTypes.ARRAY(DataTypes.STRING()));
                            }
                        })
                .build();
    }
}
