class ListParser extends Parser;
list : OPEN (item (COMMA item)*)? CLOSE ;
item : list | WORD (EQUALS (WORD | TEXT))? ;
class ListLexer extends Lexer;
OPEN : '[' ; CLOSE : ']' ; COMMA : ',' ; EQUALS : '=' ;
WORD : ('a'..'z' | 'A'..'Z' | '_') ('a'..'z' | 'A'..'Z' | '0'..'9' | '_')* ;
TEXT : '"' (~'"')* '"' ;
