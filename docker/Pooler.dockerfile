# PgBouncer, beside the very PostgreSQL of compose.yaml: who takes a newer one changes both.
FROM docker.io/library/postgres:15.19@sha256:5f72c7b5bd616308ccfd2e74d6be16fb06364e5eecbb815fe9dc6ab9761d2111
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer.ini
USER postgres
EXPOSE 6432
# It is told the password of the one who comes, and its file of them is nobody else's.
CMD ["sh", "-c", "umask 077 && printf '\"wotr\" \"%s\"\\n' \"$POSTGRES_PASSWORD\" > /tmp/users && exec pgbouncer /etc/pgbouncer.ini"]
