import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { readTab, type SettingsTab, tabSearch } from './settings-tab.ts'

/**
 * The open tab, kept in the address so that reload, back and a link find it again. What a tab holds is made when it is
 * first opened and kept from then on: changing tabs loses nothing that was typed.
 */
export function useSettingsTab() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const tab = readTab(search.get('tab'))
	const [opened, setOpened] = useState<ReadonlySet<SettingsTab>>(new Set([tab]))
	if (!opened.has(tab)) setOpened(new Set([...opened, tab]))
	const openTab = (name: string) => void navigate({ search: tabSearch(readTab(name)) }, { preventScrollReset: true })
	return { tab, opened, openTab }
}
