class SumParser extends Parser;
options { buildAST = true; k = 2; }
sums : (sum SEMI!)* EOF! ;
sum : product ((PLUS^ | MINUS^) product)* ;
product : atom ((TIMES^ | OVER^) atom)* ;
atom : NUMBER | NAME | OPEN! sum CLOSE! ;
class SumLexer extends Lexer;
PLUS : '+' ; MINUS : '-' ; TIMES : '*' ; OVER : '/' ; OPEN : '(' ; CLOSE : ')' ; SEMI : ';' ;
NUMBER : ('0'..'9')+ ('.' ('0'..'9')+)? ;
NAME : ('a'..'z')+ ;
SPACE : (' ' | '\n')+ { $setType(Token.SKIP); } ;
