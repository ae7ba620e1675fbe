CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(40), city VARCHAR(40));
CREATE TABLE orders (id INT PRIMARY KEY, customer INT, price DECIMAL(10,2), placed DATE);
CREATE INDEX by_customer ON orders (customer);
