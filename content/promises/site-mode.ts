type Environment = { process?: { env: Readonly<Record<string, string | undefined>> } }

const env = (globalThis as Environment).process?.env ?? {}
/** True if pages show sample content, marked as such. Always false in production outside of the sandbox. */
export const showsSamples = env.NODE_ENV !== 'production' || env.SANDBOX === '1' || env.SANDBOX === 'true'
