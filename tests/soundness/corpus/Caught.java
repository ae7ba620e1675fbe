/** Callers that catch what ends a loop which a return would not end there. */
class Caught {
  static int sum(int n, int[] a) { int s = 0; for (int i = 0; i != n; i++) s += a[i]; return s; }
  static int safe(int n, int[] a) { try { return sum(n, a); } catch (ArrayIndexOutOfBoundsException e) { return -1; } }
  static int sumLt(int n, int[] a) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
  static int safeLt(int n, int[] a) { try { return sumLt(n, a); } catch (ArrayIndexOutOfBoundsException e) { return -1; } }
  static int two(int n, int[] a) { int s=0; for (int i = 0; i != n; i++) s += a[i]; for (int i = 0; i < n; i++) s += i; return s; }
  static int safeTwo(int n, int[] a) { try { return two(n, a); } catch (ArrayIndexOutOfBoundsException e) { return -1; } }
  static int f;
  static int sumFar(int n,int[] a){ while(n!=0){ f+=a[n+30]; n--; } return f; }
  static int safeFar(int n,int[] a){ try { return sumFar(n,a);} catch(IndexOutOfBoundsException e){ return -1; } }
  static int downTo(int n,int[] a){ int s=0; for(int i=a.length-1;i!=n;i--) s+=a[i]; return s; }
  static int safeDownTo(int n,int[] a){ try { return downTo(n,a);} catch(ArrayIndexOutOfBoundsException e){ return -1; } }
  static int quotients(int n){ int s=0; while(n!=0){ s+=100/(n+30); n--; } return s; }
  static int safeQuotients(int n){ try { return quotients(n);} catch(ArithmeticException e){ return -1; } }
  static int thrown(int n){ int s=0; while(n!=0){ if(n==-30) throw new IllegalStateException(); n--; } return s; }
  static int safeThrown(int n){ try { return thrown(n);} catch(IllegalStateException e){ return -1; } }
  static int characters(int n,String a){ int s=0; while(n!=0){ s+=a.charAt(n+30); n--; } return s; }
  static int safeCharacters(int n,String a){ try { return characters(n,a);} catch(IndexOutOfBoundsException e){ return -1; } }
  static int helped(int n){ int s=0; while(n!=0){ chk(n); n--; } return s; }
  static void chk(int n){ if(n<-30) throw new IllegalStateException(); }
  static int safeHelped(int n){ try { return helped(n);} catch(IllegalStateException e){ return -1; } }
  static int allocating(int n){ int s=0; while(n!=0){ int[] z=new int[n+30]; n--; } return s; }
  static int safeAllocating(int n){ try { return allocating(n);} catch(NegativeArraySizeException e){ return -1; } }
  static int between(int i,int n,int[] a){ int s=0; while(i!=n){ s+=a[i]; i++; } return s; }
  static int safeBetween(int i,int n,int[] a){ try { return between(i,n,a);} catch(ArrayIndexOutOfBoundsException e){ return -1; } }
  static int sumUp(int n,int[] a){ int s=0; for(int i=0;i!=n;i++) s+=a[i]; return s; }
  static int safeUp(int n,int[] a){ try { return sumUp(n,a);} catch(ArrayIndexOutOfBoundsException e){ return -1; } }
  static int fill(int n,int[] a){ int s=0; for(int i=0;i!=n;i++) a[i]=1; return s; }
  static int safeFill(int n,int[] a){ try { return fill(n,a);} finally { return 0; } }
  static int own(int n,int[] a){ int s=0; try { for(int i=0;i!=n;i++) s+=a[i]; } catch(ArrayIndexOutOfBoundsException e){ } return s; }
}
