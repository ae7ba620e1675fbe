import org.apache.commons.math3.analysis.integration.SimpsonIntegrator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.primes.Primes;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

class Maths {
    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        MersenneTwister random = new MersenneTwister(7);
        RealMatrix matrix = new Array2DRowRealMatrix(n, n);
        double[] signal = new double[256];
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                matrix.setEntry(row, column, random.nextGaussian());
            }
        }
        for (int at = 0; at < signal.length; at++) {
            signal[at] = Math.sin(at * 0.1) + random.nextDouble();
        }
        System.out.println(new LUDecomposition(matrix).getDeterminant());
        System.out.println(new QRDecomposition(matrix).getR().getTrace());
        System.out.println(new EigenDecomposition(matrix.multiply(matrix.transpose())).getRealEigenvalue(0));
        try {
            new LUDecomposition(new Array2DRowRealMatrix(3, 3)).getSolver().getInverse();
        } catch (SingularMatrixException expected) {
            System.out.println("singular");
        }
        System.out.println(new FastFourierTransformer(DftNormalization.STANDARD).transform(signal, TransformType.FORWARD)[3]);
        System.out.println(new BrentSolver().solve(200, x -> Math.cos(x) - x, 0, 1));
        System.out.println(new SimpsonIntegrator().integrate(5000, Math::exp, 0, n / 10.0));
        DescriptiveStatistics statistics = new DescriptiveStatistics(signal);
        System.out.println(statistics.getPercentile(30) + " " + statistics.getSkewness());
        System.out.println(new NormalDistribution(1, 2).inverseCumulativeProbability(0.3));
        System.out.println(Primes.primeFactors(1_000_003 + n));
        if (n > 15) {
            OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
            regression.newSampleData(signal, 63, 3);
            System.out.println(regression.calculateRSquared());
        }
    }
}
