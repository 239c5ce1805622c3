import json
import os
import time
from datetime import datetime


class StockError(Exception):
    pass


def load_stock(path):
    f = open(path)
    data = json.load(f)
    return data


def find_item(stock, sku):
    for item in stock["items"]:
        if item["sku"] == sku:
            return item
    return None


def reserve(stock, sku, quantity, reserved=[]):
    item = find_item(stock, sku)
    if item["available"] < quantity:
        raise StockError("not enough " + sku)
    item["available"] -= quantity
    reserved.append((sku, quantity))
    return reserved


def low_stock(stock, threshold):
    result = []
    for item in stock["items"]:
        if item["available"] < threshold:
            result.append(item["sku"])
    return result


def restock_date(item):
    if item["next_delivery"] == None:
        return None
    return datetime.strptime(item["next_delivery"], "%Y-%m-%d")


def wait_for_lock(path):
    while os.path.exists(path):
        time.sleep(0.1)
    open(path, "w").close()
