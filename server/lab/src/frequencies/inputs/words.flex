%%
%class Words
%standalone
%unicode
%state TEXT
Digit = [0-9]
%%
<YYINITIAL> {
  [a-zA-Z_][a-zA-Z0-9_]* { }
  {Digit}+("."{Digit}+)?([eE][+-]?{Digit}+)? { }
  "+"|"-"|"<="|">="|"==" { }
  "/*" ~"*/" { }
  \" { yybegin(TEXT); }
  [^] { }
}
<TEXT> {
  \" { yybegin(YYINITIAL); }
  [^\"\\]+ { }
  \\. { }
}
