import * as config from '#server/config/config.ts'
import * as described from '#server/config/describe-config.ts'
import { withStored } from '#server/services/platform/service-settings/settings-list.ts'

import { plugins } from './plugins.ts'

type Variables = Readonly<Record<string, string | undefined>>

const settings = plugins.flatMap((plugin) => plugin.settings ?? [])

/**
 * The configuration with that of the mounted plugins: `server/config` knows none of them. What the console decides is as it is
 * before the console has decided anything, unless the values of the console are in `env` already.
 */
export const readConfig = (env: Variables) => config.readConfig(withStored(env, {}), settings)
export const findUnusedVariables = (env: Variables) => config.findUnusedVariables(env, settings)
export const describeConfig = (environment: Variables, file: Variables) => described.describeConfig(environment, file, settings)
/** Their names. */
export const environmentVariables: readonly string[] = Object.keys(config.withPluginVariables(settings))
