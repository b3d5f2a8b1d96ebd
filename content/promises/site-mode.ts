type Environment = { process?: { env: Readonly<Record<string, string | undefined>> } }

const env = (globalThis as Environment).process?.env ?? {}
const isSandbox = env.NODE_ENV !== 'production' || env.SANDBOX === '1' || env.SANDBOX === 'true'

/**
 * Whether pages show what is only a sample, marked as one: in the sandbox. A site in production shows none. A build is
 * told by SITE_SAMPLES which of the two it is for; the browser asks nothing, since pages are made before.
 */
export const showsSamples = env.SITE_SAMPLES === undefined ? isSandbox : env.SITE_SAMPLES === '1'

/** Whether pages may show it: everything but a sample of a site in production. */
export const isShown = (item: { sample: boolean }): boolean => showsSamples || !item.sample
