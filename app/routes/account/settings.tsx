import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams, useNavigate } from 'react-router'

import { useOwnership } from '#app/features/checkout/use-ownership.ts'
import { NotificationsTab } from '#app/features/settings/notifications/notifications-tab.tsx'
import { ProfileTab } from '#app/features/settings/profile/profile-tab.tsx'
import { SecurityTab } from '#app/features/settings/security/security-tab.tsx'
import { SmsTab } from '#app/features/settings/sms/sms-tab.tsx'
import { useEndedSession } from '#app/lib/ended-session.ts'
import { secondFactorPrompt } from '#app/lib/prompt.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useSession, useUserId, type SignedInUser } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/settings.ts'

const SETTINGS_TABS = ['profile', 'notifications', 'sms', 'security'] as const
type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Returns the tab in the URL; the first one if it names none or an unknown one. */
const readTab = (name: string | null): SettingsTab => SETTINGS_TABS.find((tab) => tab === name) ?? 'profile'

const tabSearch = (tab: SettingsTab): string => (tab === 'profile' ? '' : `?tab=${tab}`)

const LABELS: Record<SettingsTab, string> = { profile: 'Profile', notifications: 'Notifications', sms: 'SMS', security: 'Security' }

function SettingsPage({ user }: { user: SignedInUser }) {
	const queries = useQueryClient()
	const { tab, opened, openTab } = useSettingsTab()
	useEffect(() => secondFactorPrompt.onPassed(() => void queries.invalidateQueries()), [queries])
	const panels: Record<SettingsTab, () => ReactNode> = {
		profile: () => <ProfileTab user={user} />,
		notifications: () => <NotificationsTab email={user.email} />,
		sms: () => <SmsTab userId={user.id} />,
		security: () => <SecurityTab isManaged={user.isManaged === true} />,
	}
	return (
		<div className="page grid grid-cols-1 gap-8 pt-10 pb-20">
			<h1>Settings</h1>
			<Tabs
				label="Settings"
				selected={tab}
				onSelect={openTab}
				tabs={SETTINGS_TABS.map((id) => ({ id, label: LABELS[id], panel: opened.has(id) ? panels[id]() : null }))}
			/>
		</div>
	)
}

function AuthenticationRequired({ tab }: { tab: SettingsTab }) {
	const next = `${paths.settings}${tabSearch(tab)}`
	return (
		<div className="page grid justify-items-start gap-5 pt-10 pb-20">
			<h1>Authentication Required</h1>
			<p>Please sign in to see and change your settings.</p>
			<div className="flex flex-wrap gap-x-4 gap-y-3">
				<LinkButton to={`${paths.login}?next=${encodeURIComponent(next)}`}>Sign In</LinkButton>
				<LinkButton to={paths.home} variant="secondary">
					Go to Home
				</LinkButton>
			</div>
		</div>
	)
}

/** Open tab of the settings. A tab's content stays mounted after it was first opened, so switching tabs loses no input. */
function useSettingsTab() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const tab = readTab(search.get('tab'))
	const [opened, setOpened] = useState<ReadonlySet<SettingsTab>>(new Set([tab]))
	if (!opened.has(tab)) setOpened(new Set([...opened, tab]))
	const openTab = (name: string) => void navigate({ search: tabSearch(readTab(name)) }, { preventScrollReset: true })
	return { tab, opened, openTab }
}

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Settings', description: 'Your profile, messages and security.' })

export default function SettingsRoute() {
	const session = useSession()
	const [search] = useSearchParams()
	useOwnership(useUserId())
	// After the session has ended, the page stays below the dialog of `WatchSession`, with its unsaved input.
	const ended = useEndedSession()
	if (!useHydrated() || session.status === 'unknown')
		return (
			<div className="page min-h-[60vh] pt-10" aria-busy="true">
				<h1>Settings</h1>
				<p role="status" className="mt-4 flex items-center gap-3">
					<Spinner /> Loading your settings…
				</p>
				<noscript>
					<p>Your settings need JavaScript. Please turn it on for this site.</p>
				</noscript>
			</div>
		)
	const user = session.status === 'signed-in' ? session.user : ended
	if (!user) return <AuthenticationRequired tab={readTab(search.get('tab'))} />
	return (
		<QueryProvider>
			<SettingsPage key={user.id} user={user} />
		</QueryProvider>
	)
}
