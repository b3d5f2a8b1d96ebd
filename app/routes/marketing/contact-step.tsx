import { fromContent, orNotFound } from '#app/content.server.ts'
import { MessagePage } from '#app/shell/message-page.tsx'
import { type PageMetaArgs, stepMeta } from '#app/shell/page-meta.ts'
import { CONTACT_STEPS } from '#contracts/paths.ts'

import type { Route } from './+types/contact-step.ts'

export const loader = fromContent(({ contact }, { params }) => {
	const step = orNotFound(CONTACT_STEPS.find((known) => known === params.step))
	return { words: contact.steps[step], back: contact.steps.toContact }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) => stepMeta(matches, loaderData)

export default function ContactStepRoute({ loaderData: { words, back } }: Route.ComponentProps) {
	return <MessagePage words={words} next={back} art="signpost" />
}
