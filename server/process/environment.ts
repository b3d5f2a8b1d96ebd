import * as config from '#server/config/config.ts'
import * as described from '#server/config/describe-config.ts'

import { plugins } from './plugins.ts'

type Variables = Readonly<Record<string, string | undefined>>

const settings = plugins.flatMap((plugin) => plugin.settings ?? [])

/** The configuration with that of the mounted plugins: `server/config` knows none of them. */
export const readConfig = (env: Variables) => config.readConfig(env, settings)
export const findUnusedVariables = (env: Variables) => config.findUnusedVariables(env, settings)
export const describeConfig = (environment: Variables, file: Variables) => described.describeConfig(environment, file, settings)
/** Their names. */
export const environmentVariables: readonly string[] = Object.keys(config.withPluginVariables(settings))
