import { freeTrial } from './free-trial.server.ts'
/** Words of the weekly planner and the weekly planning content of the free preview, validated when this module loads. */
import plannerJson from './planner.json' with { type: 'json' }
import { PlannerSchema } from './schema/planner.ts'

const { sections, goals, successTips } = freeTrial.template

export const planner = { words: PlannerSchema.parse(plannerJson), days: sections, goals, successTips }
