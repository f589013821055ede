/*
 * The words, literals and signs of CQL, Cassandra 3.11 to 5.0.
 *
 * Nothing here needs a predicate: where the language asks for a look ahead (1..2 is a slice, 1. a number), the longest
 * match is given a token of its own and CqlTokenSource splits it.
 */
lexer grammar CqlTokens;

options {
  caseInsensitive = true;
}

// ---- words ----
K_SELECT: 'SELECT';
K_FROM: 'FROM';
K_AS: 'AS';
K_WHERE: 'WHERE';
K_AND: 'AND';
K_KEY: 'KEY';
K_KEYS: 'KEYS';
K_ENTRIES: 'ENTRIES';
K_FULL: 'FULL';
K_INSERT: 'INSERT';
K_UPDATE: 'UPDATE';
K_WITH: 'WITH';
K_LIMIT: 'LIMIT';
K_PER: 'PER';
K_PARTITION: 'PARTITION';
K_USING: 'USING';
K_USE: 'USE';
K_DISTINCT: 'DISTINCT';
K_COUNT: 'COUNT';
K_SET: 'SET';
K_BEGIN: 'BEGIN';
K_UNLOGGED: 'UNLOGGED';
K_BATCH: 'BATCH';
K_APPLY: 'APPLY';
K_TRUNCATE: 'TRUNCATE';
K_DELETE: 'DELETE';
K_IN: 'IN';
K_CREATE: 'CREATE';
K_KEYSPACES: 'KEYSPACES';
K_MATERIALIZED: 'MATERIALIZED';
K_VIEW: 'VIEW';
K_INDEX: 'INDEX';
K_CUSTOM: 'CUSTOM';
K_ON: 'ON';
K_TO: 'TO';
K_DROP: 'DROP';
K_PRIMARY: 'PRIMARY';
K_INTO: 'INTO';
K_VALUES: 'VALUES';
K_TIMESTAMP: 'TIMESTAMP';
K_TTL: 'TTL';
K_CAST: 'CAST';
K_ALTER: 'ALTER';
K_RENAME: 'RENAME';
K_ADD: 'ADD';
K_TYPE: 'TYPE';
K_TYPES: 'TYPES';
K_COMPACT: 'COMPACT';
K_STORAGE: 'STORAGE';
K_ORDER: 'ORDER';
K_BY: 'BY';
K_ASC: 'ASC';
K_DESC: 'DESC';
K_ALLOW: 'ALLOW';
K_FILTERING: 'FILTERING';
K_IF: 'IF';
K_IS: 'IS';
K_CONTAINS: 'CONTAINS';
K_GROUP: 'GROUP';
K_CLUSTER: 'CLUSTER';
K_INTERNALS: 'INTERNALS';
K_ONLY: 'ONLY';
K_GRANT: 'GRANT';
K_ALL: 'ALL';
K_PERMISSION: 'PERMISSION';
K_PERMISSIONS: 'PERMISSIONS';
K_OF: 'OF';
K_REVOKE: 'REVOKE';
K_MODIFY: 'MODIFY';
K_AUTHORIZE: 'AUTHORIZE';
K_DESCRIBE: 'DESCRIBE';
K_EXECUTE: 'EXECUTE';
K_NORECURSIVE: 'NORECURSIVE';
K_MBEAN: 'MBEAN';
K_MBEANS: 'MBEANS';
K_USER: 'USER';
K_USERS: 'USERS';
K_ROLE: 'ROLE';
K_ROLES: 'ROLES';
K_SUPERUSERS: 'SUPERUSERS';
K_SUPERUSER: 'SUPERUSER';
K_NOSUPERUSER: 'NOSUPERUSER';
K_GENERATED: 'GENERATED';
K_PASSWORD: 'PASSWORD';
K_HASHED: 'HASHED';
K_LOGIN: 'LOGIN';
K_NOLOGIN: 'NOLOGIN';
K_OPTIONS: 'OPTIONS';
K_ACCESS: 'ACCESS';
K_DATACENTERS: 'DATACENTERS';
K_CIDRS: 'CIDRS';
K_IDENTITY: 'IDENTITY';
K_CLUSTERING: 'CLUSTERING';
K_ASCII: 'ASCII';
K_BIGINT: 'BIGINT';
K_BLOB: 'BLOB';
K_BOOLEAN: 'BOOLEAN';
K_COUNTER: 'COUNTER';
K_DECIMAL: 'DECIMAL';
K_DOUBLE: 'DOUBLE';
K_DURATION: 'DURATION';
K_FLOAT: 'FLOAT';
K_INET: 'INET';
K_INT: 'INT';
K_SMALLINT: 'SMALLINT';
K_TINYINT: 'TINYINT';
K_TEXT: 'TEXT';
K_UUID: 'UUID';
K_VARCHAR: 'VARCHAR';
K_VARINT: 'VARINT';
K_TIMEUUID: 'TIMEUUID';
K_TOKEN: 'TOKEN';
K_WRITETIME: 'WRITETIME';
K_MAXWRITETIME: 'MAXWRITETIME';
K_DATE: 'DATE';
K_TIME: 'TIME';
K_NULL: 'NULL';
K_NOT: 'NOT';
K_EXISTS: 'EXISTS';
K_MAP: 'MAP';
K_LIST: 'LIST';
K_TUPLE: 'TUPLE';
K_TRIGGER: 'TRIGGER';
K_STATIC: 'STATIC';
K_FROZEN: 'FROZEN';
K_FUNCTION: 'FUNCTION';
K_FUNCTIONS: 'FUNCTIONS';
K_AGGREGATE: 'AGGREGATE';
K_AGGREGATES: 'AGGREGATES';
K_SFUNC: 'SFUNC';
K_STYPE: 'STYPE';
K_FINALFUNC: 'FINALFUNC';
K_INITCOND: 'INITCOND';
K_RETURNS: 'RETURNS';
K_CALLED: 'CALLED';
K_INPUT: 'INPUT';
K_LANGUAGE: 'LANGUAGE';
K_OR: 'OR';
K_REPLACE: 'REPLACE';
K_JSON: 'JSON';
K_DEFAULT: 'DEFAULT';
K_UNSET: 'UNSET';
K_LIKE: 'LIKE';
K_MASKED: 'MASKED';
K_UNMASK: 'UNMASK';
K_SELECT_MASKED: 'SELECT_MASKED';
K_VECTOR: 'VECTOR';
K_ANN: 'ANN';
K_KEYSPACE: 'KEYSPACE' | 'SCHEMA';
K_TABLE: 'TABLE' | 'COLUMNFAMILY';
K_TABLES: 'TABLES' | 'COLUMNFAMILIES';
K_NAN: 'NAN';
K_NEGATIVE_NAN: '-NAN';
K_INFINITY: 'INFINITY';
K_NEGATIVE_INFINITY: '-INFINITY';

// The server knows these five characters, in lower case and without a space, as one sign.
EXPR_OPEN options { caseInsensitive = false; }: 'expr(';

// ---- literals ----

BOOLEAN_LITERAL: 'TRUE' | 'FALSE';
STRING_LITERAL: '\'' ( ~'\'' | '\'\'' )* '\'';
DOLLAR_LITERAL: '$$' .*? '$$';
INTEGER: '-'? DIGIT+;
FLOATING: '-'? DIGIT+ ( '.' DIGIT* EXPONENT? | EXPONENT );
INTEGER_RANGE: '-'? DIGIT+ '..';
FLOATING_RANGE: '-'? DIGIT+ '...';
DURATION_LITERAL: '-'? ( DIGIT+ UNIT )+ | ISO_DURATION;
HEX_LITERAL: '0X' HEX*;
UUID_LITERAL: HEX4 HEX4 '-' HEX4 '-' HEX4 '-' HEX4 '-' HEX4 HEX4 HEX4;

// ---- names ----

NAME: [A-Z] [A-Z0-9_]*;
QUOTED_NAME: '"' ( ~'"' | '""' )+ '"';
EMPTY_NAME: '""';

// ---- signs ----

LPAREN: '(';
RPAREN: ')';
LBRACKET: '[';
RBRACKET: ']';
LBRACE: '{';
RBRACE: '}';
COMMA: ',';
SEMICOLON: ';';
COLON: ':';
RANGE: '..';
DOT: '.';
QMARK: '?';
PLUS_EQ: '+=';
MINUS_EQ: '-=';
EQ: '=';
NEQ: '!=';
LTE: '<=';
GTE: '>=';
LT: '<';
GT: '>';
PLUS: '+';
MINUS: '-';
STAR: '*';
SLASH: '/';
PERCENT: '%';

// ---- what is not read ----

WHITE_SPACE: [ \t\r\n]+ -> channel(HIDDEN);
LINE_COMMENT: ( '--' | '//' ) ~[\r\n]* [\r\n] -> channel(HIDDEN);
BLOCK_COMMENT: '/*' .*? '*/' -> channel(HIDDEN);

// ---- what is never right; a token of its own, so that the parser says where ----

OPEN_LINE_COMMENT: ( '--' | '//' ) ~[\r\n]*;
OPEN_BLOCK_COMMENT: '/*';
UNKNOWN: .;

fragment DIGIT: [0-9];
fragment HEX: [0-9A-F];
fragment HEX4: HEX HEX HEX HEX;
fragment EXPONENT: 'E' [+-]? DIGIT+;
fragment UNIT: 'Y' | 'MO' | 'W' | 'D' | 'H' | 'M' | 'S' | 'MS' | 'US' | MICRO 'S' | 'NS';
fragment MICRO options { caseInsensitive = false; }: '\u00B5';
fragment ISO_DURATION options { caseInsensitive = false; }
  : '-'? 'P' ( ISO_DATE ISO_TIME? | ISO_TIME | DIGIT+ 'W' | ISO_ALTERNATIVE );
fragment ISO_DATE options { caseInsensitive = false; }
  : DIGIT+ 'Y' ( DIGIT+ 'M' )? ( DIGIT+ 'D' )?
  | DIGIT+ 'M' ( DIGIT+ 'D' )?
  | DIGIT+ 'D'
  ;
fragment ISO_TIME options { caseInsensitive = false; }
  : 'T' ( DIGIT+ 'H' ( DIGIT+ 'M' )? ( DIGIT+ 'S' )? | DIGIT+ 'M' ( DIGIT+ 'S' )? | DIGIT+ 'S' );
fragment ISO_ALTERNATIVE options { caseInsensitive = false; }
  : DIGIT DIGIT DIGIT DIGIT '-' DIGIT DIGIT '-' DIGIT DIGIT 'T' DIGIT DIGIT ':' DIGIT DIGIT ':' DIGIT DIGIT;
