/** Connection settings. `host` is the socket directory. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }
