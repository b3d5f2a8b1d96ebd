/** Connection to a database: a URL, or host (socket directory), port, user and database name. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }
