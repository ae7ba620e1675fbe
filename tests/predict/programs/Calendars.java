// cluster: calendar
// run weekdays: Calendars.weekdays(3000)
// run easter: Calendars.easter(1200)
// run days: Calendars.days(2500)
// run fields: Calendars.fields(1200)
// run fridays: Calendars.fridays(60)
final class Calendars {
    private static final int[] MONTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int weekdays(int n) {
        Data data = new Data(330);
        int[] counts = new int[7];
        for (int i = 0; i < n; i++) {
            int year = 1600 + data.next(800);
            int month = 1 + data.next(12);
            int day = 1 + data.next(28);
            if (month < 3) {
                month += 12;
                year--;
            }
            int century = year / 100;
            int rest = year % 100;
            counts[(day + 13 * (month + 1) / 5 + rest + rest / 4 + century / 4 + 5 * century) % 7]++;
        }
        return counts[0];
    }

    static int easter(int n) {
        Data data = new Data(331);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int year = 1583 + data.next(2000);
            int a = year % 19;
            int b = year / 100;
            int c = year % 100;
            int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
            int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
            int m = (a + 11 * h + 22 * l) / 451;
            sum += (h + l - 7 * m + 114) / 31 * 100 + (h + l - 7 * m + 114) % 31;
        }
        return sum;
    }

    private static long dayNumber(int year, int month, int day) {
        int y = month <= 2 ? year - 1 : year;
        int era = y / 400;
        int ofEra = y - era * 400;
        int ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        return era * 146097L + ofEra * 365L + ofEra / 4 - ofEra / 100 + ofYear;
    }

    static long days(int n) {
        Data data = new Data(332);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long from = dayNumber(1900 + data.next(100), 1 + data.next(12), 1 + data.next(28));
            long to = dayNumber(2000 + data.next(100), 1 + data.next(12), 1 + data.next(28));
            sum += to - from;
        }
        return sum;
    }

    static int fields(int n) {
        Data data = new Data(333);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int left = data.next(12000);
            int year = 1970;
            while (left >= (isLeap(year) ? 366 : 365)) {
                left -= isLeap(year) ? 366 : 365;
                year++;
            }
            int month = 0;
            int length = 31;
            while (left >= length) {
                left -= length;
                month++;
                length = month == 1 && isLeap(year) ? 29 : MONTHS[month];
            }
            sum += year * month + left;
        }
        return sum;
    }

    static int fridays(int years) {
        int weekday = 0;
        int count = 0;
        for (int year = 1900; year < 1900 + years; year++) {
            for (int month = 0; month < 12; month++) {
                int days = MONTHS[month];
                if (month == 1 && isLeap(year)) {
                    days = 29;
                }
                for (int day = 1; day <= days; day++) {
                    if (day == 13 && weekday == 4) {
                        count++;
                    }
                    weekday = weekday == 6 ? 0 : weekday + 1;
                }
            }
        }
        return count;
    }
}
