import { useSyncExternalStore } from 'react'

import { fromContent, orNotFound } from '#app/content.server.ts'
import { CookieChoicePanel } from '#app/features/legal/cookie-choice-panel.tsx'
import { LegalText } from '#app/features/legal/legal-text.tsx'
import { onStorageChange } from '#app/lib/browser-storage.ts'
import { cookieChoice, type CookieChoice } from '#app/lib/cookie-choice.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

import type { Route } from './+types/legal.ts'

export const loader = fromContent(({ legalPages, legalWords }, { url }) => {
	const page = orNotFound(legalPages.find(({ id }) => `/${id}` === url.pathname))
	return { page, words: legalWords, effective: formatUtcDay(page.effective) }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	loaderData
		? pageMeta(matches, { title: loaderData.page.title, description: loaderData.page.description, path: `/${loaderData.page.id}` })
		: []

export default function LegalRoute({ loaderData: { page, words, effective } }: Route.ComponentProps) {
	const choice = useSyncExternalStore<CookieChoice | null>(
		onStorageChange,
		() => cookieChoice.read(),
		() => null,
	)
	return (
		<LegalText page={page} words={words} effective={effective}>
			{page.id === 'cookie-policy' && (
				<CookieChoicePanel words={words.choice} choice={choice} onChoose={(answer) => cookieChoice.write(answer)} />
			)}
		</LegalText>
	)
}
