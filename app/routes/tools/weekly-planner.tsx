import { WeeklyPlanner } from '#app/features/planner/weekly-planner.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import folds from '#app/styles/folds.css?url'
import sheet from '#app/styles/planner.css?url'
import { content } from '#content/loaded.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/weekly-planner.ts'

const { planner } = content

export const loader = () => planner

export const links = () => [sheet, folds].map((href) => ({ rel: 'stylesheet', href }))

export const meta = ({ loaderData: { words } }: Route.MetaArgs) =>
	pageMeta({ title: words.title, description: words.description, path: paths.weeklyPlanner, image: '/og/weekly-planner.png' })

export default function WeeklyPlannerRoute({ loaderData: { words, days, goals, successTips } }: Route.ComponentProps) {
	return <WeeklyPlanner words={words} days={days} goals={goals} tips={successTips} />
}
