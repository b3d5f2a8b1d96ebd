import { useSearchParams } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { ContactFacts, ContactForm } from '#app/features/support/contact-form.tsx'
import { PageHead } from '#app/features/support/page-head.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { useSite } from '#app/shell/site.ts'
import { paths } from '#contracts/paths.ts'
import { readCategory } from '#domain/support/categories.ts'

import type { Route } from './+types/contact.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent(({ contact }) => {
	const { steps: _, ...words } = contact
	return { words }
})

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.page.title, description: words.page.description, path: paths.contact, image: '/og/contact.png' })

export default function ContactRoute({ loaderData: { words } }: Route.ComponentProps) {
	const [query] = useSearchParams()
	// Server-rendered HTML doesn't depend on the query.
	const category = useHydrated() ? readCategory(query.get('about')) : 'general'
	return (
		<>
			<PageHead title={words.page.title} intro={words.page.intro} />
			<div className="page grid gap-x-20 gap-y-14 py-10 lg:grid-cols-[7fr_4fr] lg:py-14">
				<ContactForm words={words.form} category={category} />
				<ContactFacts words={words} category={category} email={useSite().supportEmail} />
			</div>
		</>
	)
}
