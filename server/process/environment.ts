import * as config from '#server/config/config.ts'
import * as described from '#server/config/describe-config.ts'

import { wings } from './wings.ts'

type Variables = Record<string, string | undefined>

const settings = wings.flatMap((wing) => wing.settings ?? [])

/** The configuration with that of the mounted wings: `server/config` knows none of them. */
export const readConfig = (env: Variables) => config.readConfig(env, settings)
export const findUnusedVariables = (env: Variables) => config.findUnusedVariables(env, settings)
export const describeConfig = (environment: Variables, file: Variables) => described.describeConfig(environment, file, settings)
/** Their names. */
export const environmentVariables: readonly string[] = Object.keys(config.withWingVariables(settings))
