type Environment = { process?: { env: Readonly<Record<string, string | undefined>> } }

const env = (globalThis as Environment).process?.env ?? {}
const isSandbox = env.NODE_ENV !== 'production' || env.SANDBOX === '1' || env.SANDBOX === 'true'

/**
 * Whether pages show samples, marked as such: in the sandbox. A site in production shows none. SITE_SAMPLES tells a build
 * which of the two it is for; the browser needs no answer, since pages are made before.
 */
export const showsSamples = env.SITE_SAMPLES === undefined ? isSandbox : env.SITE_SAMPLES === '1'
