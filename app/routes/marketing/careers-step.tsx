import { fromContent, orNotFound } from '#app/content.server.ts'
import { MessagePage } from '#app/shell/message-page.tsx'
import { type PageMetaArgs, stepMeta } from '#app/shell/page-meta.ts'
import { APPLICATION_STEPS } from '#contracts/paths.ts'

import type { Route } from './+types/careers-step.ts'

export const loader = fromContent(({ careers }, { params }) => {
	const step = orNotFound(APPLICATION_STEPS.find((known) => known === params.step))
	return { words: careers.steps[step], back: careers.steps.toCareers }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) => stepMeta(matches, loaderData)

export default function CareersStepRoute({ loaderData: { words, back } }: Route.ComponentProps) {
	return <MessagePage words={words} next={back} art="signpost" />
}
