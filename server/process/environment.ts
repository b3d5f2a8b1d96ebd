import * as config from '#server/config/config.ts'
import * as described from '#server/config/describe-config.ts'
import { withConsoleSettings } from '#server/services/platform/service-settings/settings-list.ts'

import { plugins } from './plugins.ts'

type Variables = Readonly<Record<string, string | undefined>>

const settings = plugins.flatMap((plugin) => plugin.settings ?? [])

/**
 * Parses the configuration with the plugins' settings, which `server/config` doesn't import. Settings of the console get their initial
 * values unless `env` already has them.
 */
export const readConfig = (env: Variables) => config.readConfig(withConsoleSettings(env, {}), settings)
export const findUnusedVariables = (env: Variables) => config.findUnusedVariables(env, settings)
export const describeConfig = (environment: Variables, file: Variables) => described.describeConfig(environment, file, settings)
export const environmentVariables: readonly string[] = Object.keys(config.withPluginVariables(settings))
