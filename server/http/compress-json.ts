import { compress } from 'hono/compress'

/**
 * Compresses JSON responses. Don't use it where another site can make the browser send authenticated requests: the compressed
 * length would reveal tokens in the response (BREACH). That isn't possible here, because callers send their token in a header.
 */
export const compressJson = compress({ contentTypeFilter: /^application\/(?:[\w.]+\+)?json\b/ })
