import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { consolePaths } from '#contracts/console-paths.ts'

import { FileChanges } from './file-changes.tsx'
import { PublishForm } from './publish-form.tsx'
import type { loader } from './releases.tsx'

type Fetcher = ReturnType<typeof useFetcher<typeof loader>>

/** Lists what a release changes on the public site. Without JavaScript, links to it. */
function Changes({ fetcher: { data, load }, address }: { fetcher: Pick<Fetcher, 'data' | 'load'>; address: string }) {
	useEffect(() => void load(address), [load, address])
	if (!useHydrated()) return <Link to={address}>Show what changes</Link>
	if (data === undefined) return <p className="text-soft">Comparing…</p>
	return (
		<div>
			<p>This changes on the public site:</p>
			<FileChanges changes={data.changes} empty="Nothing: the public site already matches this release." isOpen={false} />
		</div>
	)
}

/** Button that publishes an older release again, after a dialog that says what changes. */
export function PublishAgain({ number, newest, shown }: { number: number; newest: number; shown: string }) {
	const fetcher = useFetcher<typeof loader>()
	const address = `${consolePaths.contentReleases}?from=${newest}&to=${number}`
	return (
		<PublishForm
			id={`release-${number}`}
			action={consolePaths.contentPublish}
			label={`Go back to release ${number}`}
			dialog={`Go back to release ${number}?`}
			hidden={{ release: String(number), shown }}
			isGuarded={fetcher.data?.needsStepUp ?? false}
			tone="secondary"
			fieldset={() => <Changes fetcher={fetcher} address={address} />}
		/>
	)
}
