-- Customers with their orders of the last month.
SELECT *
FROM customers c, orders o
WHERE c.id = o.customer_id
  AND o.created_at > now() - interval '30 days';

-- Revenue by month.
SELECT date_trunc('month', created_at) AS month, sum(total_cents) AS revenue
FROM orders
WHERE status = 'paid'
GROUP BY 1;

-- Archive old sessions.
DELETE FROM sessions;
