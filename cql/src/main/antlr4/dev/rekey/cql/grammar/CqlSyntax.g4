/*
 * CQL statements, Cassandra 3.11 to 5.0: the statements that touch rows, and those a schema file is made of.
 * Everything else is recognised by its first words only (otherStatement).
 */
parser grammar CqlSyntax;

options {
  tokenVocab = CqlTokens;
}

request: statement SEMICOLON* EOF;

typeOnly: type EOF;

statement
  : select
  | insert
  | update
  | delete
  | batch
  | truncate
  | use
  | createKeyspace
  | createTable
  | createType
  | createIndex
  | createView
  | alterKeyspace
  | alterTable
  | alterType
  | alterView
  | drop
  | otherStatement
  ;

// ---- SELECT ----

select
  : K_SELECT K_JSON? K_DISTINCT? projection K_FROM tableName
    ( K_WHERE where )?
    groupBy? orderBy? perPartitionLimit? limit? allowFiltering?
  ;

projection: STAR | selector ( COMMA selector )*;
selector: selection ( K_AS name )?;

groupBy: K_GROUP K_BY selection ( COMMA selection )*;
orderBy: K_ORDER K_BY ordering ( COMMA ordering )*;
ordering: column ( K_ANN K_OF term )? ( K_ASC | K_DESC )?;
perPartitionLimit: K_PER K_PARTITION K_LIMIT count;
limit: K_LIMIT count;
allowFiltering: K_ALLOW K_FILTERING;

selection: selectionProduct ( ( PLUS | MINUS ) selectionProduct )*;
selectionProduct: selectionFactor ( ( STAR | SLASH | PERCENT ) selectionFactor )*;
selectionFactor: selectionAtom selectionStep* | MINUS selectionFactor;
selectionStep
  : DOT name                                                   # fieldStep
  | LBRACKET from=term ( RANGE to=term? )? RBRACKET            # elementStep
  | LBRACKET RANGE to=term RBRACKET                            # headStep
  ;

selectionAtom
  : LPAREN type RPAREN selectionAtom                           # selectionHint
  | LPAREN selection ( COMMA selection )* RPAREN               # selectionTuple
  | LBRACKET ( selection ( COMMA selection )* )? RBRACKET      # selectionList
  | LBRACE ( selection ( COMMA selection )* )? RBRACE          # selectionSet
  | LBRACE selectionEntry ( COMMA selectionEntry )* RBRACE     # selectionMap
  | constant                                                   # selectionConstant
  | K_NULL                                                     # selectionNull
  | marker                                                     # selectionMarker
  | K_COUNT LPAREN STAR RPAREN                                 # selectionCount
  | ( K_WRITETIME | K_MAXWRITETIME | K_TTL ) LPAREN name selectionStep* RPAREN # selectionMetadata
  | K_CAST LPAREN selection K_AS nativeType RPAREN             # selectionCast
  | functionName LPAREN ( selection ( COMMA selection )* )? RPAREN # selectionFunction
  | name                                                       # selectionColumn
  ;
selectionEntry: selection COLON selection;

// ---- INSERT, UPDATE, DELETE, BATCH, TRUNCATE, USE ----

insert
  : K_INSERT K_INTO tableName LPAREN column ( COMMA column )* RPAREN
    K_VALUES LPAREN term ( COMMA term )* RPAREN ifNotExists? using?                       # insertValues
  | K_INSERT K_INTO tableName K_JSON json
    ( K_DEFAULT ( K_NULL | K_UNSET ) )? ifNotExists? using?                               # insertJson
  ;
json: string | marker;

update
  : K_UPDATE tableName using? K_SET assignment ( COMMA assignment )* K_WHERE where conditional?;

assignment
  : column EQ term                                             # setColumn
  | column EQ term PLUS column                                 # prependColumn
  | column EQ column ( PLUS | MINUS ) term                     # addToColumn
  | column EQ column INTEGER                                   # addSignedInteger
  | column ( PLUS_EQ | MINUS_EQ ) term                         # addInPlace
  | column LBRACKET term RBRACKET EQ term                      # setElement
  | column DOT name EQ term                                    # setField
  ;

delete
  : K_DELETE ( deletion ( COMMA deletion )* )? K_FROM tableName
    ( K_USING K_TIMESTAMP count )? K_WHERE where conditional?
  ;
deletion: column ( LBRACKET term RBRACKET | DOT name )?;

batch
  : K_BEGIN ( K_UNLOGGED | K_COUNTER )? K_BATCH using? batchStep* K_APPLY K_BATCH;
batchStep: batchChild SEMICOLON?;
batchChild: insert | update | delete;

truncate: K_TRUNCATE K_TABLE? tableName;
use: K_USE name;

using: K_USING usingItem ( K_AND usingItem )*;
usingItem: ( K_TIMESTAMP | K_TTL ) count;
ifNotExists: K_IF K_NOT K_EXISTS;
ifExists: K_IF K_EXISTS;

conditional: K_IF ( K_EXISTS | condition ( K_AND condition )* );
condition
  : column ( LBRACKET term RBRACKET | DOT name )? ( operator term | K_IN inValues )
  | column K_CONTAINS K_KEY? term
  ;

// ---- WHERE ----

where: relation ( K_AND relation )*;
relation
  : plainRelation
  | EXPR_OPEN name COMMA term RPAREN
  ;
plainRelation
  : column operator term                                       # compare
  | column K_IN inValues                                       # in
  | column K_LIKE term                                         # like
  | column K_IS K_NOT K_NULL                                   # isNotNull
  | column K_CONTAINS K_KEY? term                              # contains
  | column LBRACKET term RBRACKET operator term                # compareElement
  | K_TOKEN columns operator term                              # compareToken
  | columns operator ( tuple | marker )                        # compareTuple
  | columns K_IN tupleInValues                                 # inTuples
  | LPAREN plainRelation RPAREN                                # nested
  ;
columns: LPAREN column ( COMMA column )* RPAREN;
inValues: LPAREN ( term ( COMMA term )* )? RPAREN | marker;
tupleInValues
  : LPAREN RPAREN
  | LPAREN tuple ( COMMA tuple )* RPAREN
  | LPAREN marker ( COMMA marker )* RPAREN
  | marker
  ;
operator: EQ | LT | LTE | GT | GTE | NEQ;

// ---- terms ----

term: product ( ( PLUS | MINUS ) product )*;
product: factor ( ( STAR | SLASH | PERCENT ) factor )*;
factor: MINUS? atom;
atom
  : constant                                                   # constantAtom
  | K_NULL                                                     # nullAtom
  | marker                                                     # markerAtom
  | LPAREN type RPAREN atom                                    # hintAtom
  | tuple                                                      # tupleAtom
  | LBRACKET ( term ( COMMA term )* )? RBRACKET                # listAtom
  | LBRACE ( term ( COMMA term )* )? RBRACE                    # setAtom
  | LBRACE mapEntry ( COMMA mapEntry )* RBRACE                 # mapAtom
  | LBRACE fieldEntry ( COMMA fieldEntry )* RBRACE             # udtAtom
  | K_CAST LPAREN atom K_AS nativeType RPAREN                  # castAtom
  | functionName LPAREN ( term ( COMMA term )* )? RPAREN       # functionAtom
  ;
tuple: LPAREN term ( COMMA term )* RPAREN;
mapEntry: term COLON term;
fieldEntry: name COLON term;

constant
  : string
  | INTEGER
  | FLOATING
  | BOOLEAN_LITERAL
  | DURATION_LITERAL
  | UUID_LITERAL
  | HEX_LITERAL
  | K_NAN
  | K_NEGATIVE_NAN
  | K_INFINITY
  | K_NEGATIVE_INFINITY
  ;
string: STRING_LITERAL | DOLLAR_LITERAL;
marker: QMARK | COLON name;
count: INTEGER | marker;

// ---- schema ----

createKeyspace: K_CREATE K_KEYSPACE ifNotExists? name K_WITH option ( K_AND option )*;
alterKeyspace: K_ALTER K_KEYSPACE ifExists? name K_WITH option ( K_AND option )*;

createTable
  : K_CREATE K_TABLE ifNotExists? tableName
    LPAREN tableItem ( COMMA tableItem? )* RPAREN ( K_WITH tableOption ( K_AND tableOption )* )?
  ;
tableItem: columnDefinition | primaryKey;
columnDefinition: name type K_STATIC? mask? ( K_PRIMARY K_KEY )?;
mask: K_MASKED K_WITH ( K_DEFAULT | functionName LPAREN ( term ( COMMA term )* )? RPAREN );
primaryKey: K_PRIMARY K_KEY LPAREN partitionKey ( COMMA name )* RPAREN;
partitionKey: name | LPAREN name ( COMMA name )* RPAREN;
tableOption
  : option
  | K_COMPACT K_STORAGE
  | K_CLUSTERING K_ORDER K_BY LPAREN clusteringOrder ( COMMA clusteringOrder )* RPAREN
  ;
clusteringOrder: name ( K_ASC | K_DESC );

option: name EQ ( constant | unreservedWord | optionMap );
optionMap: LBRACE ( constant COLON constant ( COMMA constant COLON constant )* )? RBRACE;

createType
  : K_CREATE K_TYPE ifNotExists? typeName
    LPAREN fieldDefinition ( COMMA fieldDefinition? )* RPAREN
  ;
fieldDefinition: name type;

createIndex
  : K_CREATE K_CUSTOM? K_INDEX ifNotExists? name? K_ON tableName
    LPAREN ( indexTarget ( COMMA indexTarget )* )? RPAREN
    ( K_USING string )? ( K_WITH option ( K_AND option )* )?
  ;
indexTarget: ( K_VALUES | K_KEYS | K_ENTRIES | K_FULL ) LPAREN column RPAREN | column;

createView
  : K_CREATE K_MATERIALIZED K_VIEW ifNotExists? view=tableName K_AS
    K_SELECT projection K_FROM base=tableName ( K_WHERE where )?
    primaryKey ( K_WITH tableOption ( K_AND tableOption )* )?
  ;
alterView: K_ALTER K_MATERIALIZED K_VIEW ifExists? tableName K_WITH option ( K_AND option )*;

alterTable: K_ALTER K_TABLE ifExists? tableName alteration;
alteration
  : K_ALTER column K_TYPE type                                                  # alterColumnType
  | K_ALTER ifExists? column ( mask | K_DROP K_MASKED )                         # alterMask
  | K_ADD ifNotExists?
    ( addedColumn | LPAREN addedColumn ( COMMA addedColumn )* RPAREN )          # addColumns
  | K_DROP ifExists? ( name | LPAREN name ( COMMA name )* RPAREN )
    ( K_USING K_TIMESTAMP INTEGER )?                                            # dropColumns
  | K_RENAME ifExists? renaming ( K_AND renaming )*                             # renameColumns
  | K_DROP K_COMPACT K_STORAGE                                                  # dropCompactStorage
  | K_WITH option ( K_AND option )*                                             # alterOptions
  ;
addedColumn: name type K_STATIC? mask?;
renaming: from=name K_TO to=name;

alterType
  : K_ALTER K_TYPE ifExists? typeName
    ( K_ALTER name K_TYPE type
    | K_ADD ifNotExists? name type
    | K_RENAME ifExists? renaming ( K_AND renaming )*
    )
  ;

drop
  : K_DROP K_KEYSPACE ifExists? name                                            # dropKeyspace
  | K_DROP K_TABLE ifExists? tableName                                          # dropTable
  | K_DROP K_TYPE ifExists? typeName                                            # dropType
  | K_DROP K_INDEX ifExists? tableName                                          # dropIndex
  | K_DROP K_MATERIALIZED K_VIEW ifExists? tableName                            # dropView
  ;

// Not read any further: nothing here writes rows or changes the shape of a table.
otherStatement
  : otherHead ~( SEMICOLON | UNKNOWN | OPEN_LINE_COMMENT | OPEN_BLOCK_COMMENT )*;
otherHead
  : K_CREATE ( K_OR K_REPLACE )? ( K_FUNCTION | K_AGGREGATE )
  | ( K_CREATE | K_DROP ) K_TRIGGER
  | K_DROP ( K_FUNCTION | K_AGGREGATE )
  | ( K_CREATE | K_ALTER | K_DROP ) ( K_ROLE | K_USER )
  | ( K_ADD | K_DROP ) K_IDENTITY
  | K_GRANT
  | K_REVOKE
  | K_LIST
  | K_DESCRIBE
  | K_DESC
  ;

// ---- types ----

type
  : nativeType                                                 # native
  | ( K_LIST | K_SET | K_FROZEN ) LT type GT                   # wrapped
  | K_MAP LT type COMMA type GT                                # map
  | K_TUPLE LT type ( COMMA type )* GT                         # tupleType
  | K_VECTOR LT type COMMA INTEGER GT                          # vector
  | typeName                                                   # userType
  | string                                                     # custom
  ;
nativeType
  : K_ASCII | K_BIGINT | K_BLOB | K_BOOLEAN | K_COUNTER | K_DATE | K_DECIMAL | K_DOUBLE | K_DURATION | K_FLOAT
  | K_INET | K_INT | K_SMALLINT | K_TEXT | K_TIME | K_TIMESTAMP | K_TIMEUUID | K_TINYINT | K_UUID | K_VARCHAR
  | K_VARINT
  ;

// ---- names ----

tableName: ( name DOT )? name;
typeName: ( name DOT )? ( NAME | QUOTED_NAME | plainWord | K_KEY );
column: name | EMPTY_NAME;
name: NAME | QUOTED_NAME | unreservedWord;
functionName: ( name DOT )? ( NAME | QUOTED_NAME | plainWord | nativeType | K_TOKEN | K_COUNT );

unreservedWord
  : plainWord | nativeType
  | K_TTL | K_COUNT | K_WRITETIME | K_MAXWRITETIME | K_KEY | K_CAST | K_JSON | K_DISTINCT
  ;

// Words that may name a type or a function as well.
plainWord
  : K_KEYS | K_AS | K_CLUSTER | K_CLUSTERING | K_COMPACT | K_STORAGE | K_TABLES | K_TYPE | K_TYPES | K_VALUES
  | K_MAP | K_LIST | K_FILTERING | K_PERMISSION | K_PERMISSIONS | K_KEYSPACES | K_ALL | K_USER | K_USERS | K_ROLE
  | K_ROLES | K_IDENTITY | K_SUPERUSER | K_SUPERUSERS | K_NOSUPERUSER | K_LOGIN | K_NOLOGIN | K_OPTIONS
  | K_PASSWORD | K_GENERATED | K_HASHED | K_EXISTS | K_CUSTOM | K_TRIGGER | K_CONTAINS | K_INTERNALS | K_ONLY
  | K_STATIC | K_FROZEN | K_TUPLE | K_FUNCTION | K_FUNCTIONS | K_AGGREGATE | K_AGGREGATES | K_SFUNC | K_STYPE
  | K_FINALFUNC | K_INITCOND | K_RETURNS | K_LANGUAGE | K_CALLED | K_INPUT | K_LIKE | K_PER | K_PARTITION | K_GROUP
  | K_DATACENTERS | K_CIDRS | K_ACCESS | K_DEFAULT | K_MBEAN | K_MBEANS | K_REPLACE | K_UNSET | K_MASKED | K_UNMASK
  | K_SELECT_MASKED | K_VECTOR | K_ANN
  ;
