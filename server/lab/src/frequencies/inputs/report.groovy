class Order { String customer; int amount; BigDecimal price }
def orders = (1..200).collect { new Order(customer: "c${it % 9}", amount: it % 5 + 1, price: it * 1.25) }
def totals = orders.groupBy { it.customer }.collectEntries { name, list -> [name, list.sum { it.amount * it.price }] }
totals.sort { -it.value }.each { name, total -> println "$name: $total" }
println orders.findAll { it.amount > 3 && it.customer =~ /c[0-4]/ }.size()
