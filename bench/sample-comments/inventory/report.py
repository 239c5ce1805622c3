import subprocess

import requests

SUPPLIER_URL = "https://suppliers.example.com/api"


def fetch_prices(skus):
    prices = {}
    for sku in skus:
        response = requests.get(f"{SUPPLIER_URL}/prices/{sku}")
        prices[sku] = response.json()["price"]
    return prices


def margin(cost, price):
    return (price - cost) / price * 100


def export_pdf(report_path, title):
    subprocess.run("wkhtmltopdf --title '" + title + "' " + report_path + " out.pdf", shell=True)


def summarize(rows):
    total = 0
    count = 0
    for row in rows:
        total = total + row["price"]
        count = count + 1
    print("rows: " + str(count))
    return {"total": total, "average": total / count}
