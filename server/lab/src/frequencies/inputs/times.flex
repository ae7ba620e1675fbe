%%
%class Times
%standalone
%caseless
Two = [0-9]{2}
Month = "jan"|"feb"|"mar"|"apr"|"may"|"jun"|"jul"|"aug"|"sep"|"oct"|"nov"|"dec"
%%
{Two}:{Two}(:{Two})? { }
{Two}{1,2}-{Month}-{Two}{1,2} { }
([a-z]+"@"[a-z.]+|"<"[^>]*">") { }
.|\n { }
