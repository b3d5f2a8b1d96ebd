import { fromContent } from '#app/content.server.ts'
import { WeeklyPlanner } from '#app/features/planner/weekly-planner.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/weekly-planner.ts'

export const loader = fromContent(({ planner }) => planner)

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.description, path: paths.weeklyPlanner, image: '/og/weekly-planner.png' })

export default function WeeklyPlannerRoute({ loaderData: { words, days, goals, successTips } }: Route.ComponentProps) {
	return <WeeklyPlanner words={words} days={days} goals={goals} tips={successTips} />
}
