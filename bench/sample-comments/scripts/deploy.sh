#!/bin/bash

APP_DIR=/srv/app
BACKUP_DIR=/srv/backups

build() {
  cd $APP_DIR
  npm ci
  npm run build
}

backup() {
  tar czf $BACKUP_DIR/app-$(date +%F).tar.gz $APP_DIR
}

clean() {
  rm -rf $APP_DIR/$1
}

backup
clean dist
build
echo "deployed"
