import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths, fileAddress, legalTextsAddress } from '#contracts/console-paths.ts'
import { readSettings } from '#server/console/settings/read-settings.ts'

import { Card, Cards } from './cards.tsx'
import { SERVICE_STATES } from './service-card.tsx'

export const loader = load(readSettings)

type Card = Omit<Awaited<ReturnType<typeof loader>>['subjects'][number], 'id'> & { href: string }

const LEGAL: Card = {
	group: 'Your academy',
	title: 'Legal pages',
	about: 'Terms, privacy policy, cookie policy',
	href: legalTextsAddress,
	hasDraft: false,
	service: null,
}

const SUPPORT_HOURS: Card = {
	group: 'Your academy',
	title: 'Support hours',
	about: 'Hours and place on your contact page',
	href: `${fileAddress('company/contact.json')}#f-hours`,
	hasDraft: false,
	service: null,
}

const TEAM: Card = {
	group: 'This console',
	title: 'Team',
	about: 'People with console access, and invitations',
	href: consolePaths.team,
	hasDraft: false,
	service: null,
}

export default function SettingsPage() {
	const { groups, subjects } = useLoaderData<typeof loader>()
	const cards: Card[] = [
		...subjects.map(({ id, ...subject }) => ({ ...subject, href: `${consolePaths.settings}/${id}` })),
		LEGAL,
		SUPPORT_HOURS,
		TEAM,
	]
	return (
		<Page title="Settings">
			<p className="text-soft">
				Texts, prices and colors are saved as drafts: visitors see them once you publish. Connections, such as mail and payments, take
				effect as soon as the server has restarted.
			</p>
			{groups.map((group) => (
				<section key={group} className="grid gap-3" aria-label={group}>
					<h2>{group}</h2>
					<Cards>
						{cards
							.filter((card) => card.group === group)
							.map(({ href, title, about, hasDraft, service }) => (
								<Card key={href}>
									<h3>
										<Link to={href}>{title}</Link>
									</h3>
									<p className="text-soft">{about}</p>
									<p className="flex flex-wrap gap-2 empty:hidden">
										{service && <StateBadge {...SERVICE_STATES[service]} />}
										{hasDraft && <StateBadge word="unpublished changes" tone="warn" />}
									</p>
								</Card>
							))}
					</Cards>
				</section>
			))}
		</Page>
	)
}
