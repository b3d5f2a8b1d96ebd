type Environment = { process?: { env: Readonly<Record<string, string | undefined>> } }

const env = (globalThis as Environment).process?.env ?? {}
/** True if pages show samples, marked as such: in the sandbox. A site in production shows none. */
export const showsSamples = env.NODE_ENV !== 'production' || env.SANDBOX === '1' || env.SANDBOX === 'true'
