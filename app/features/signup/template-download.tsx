import { useState } from 'react'

import { describeDownloadFailure } from '#app/lib/describe-download-failure.ts'
import { saveDownload } from '#app/lib/save-download.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { Signup } from '#content/schema/signup.ts'

const PREVIEW_LINES = 14

export function TemplateDownload({ words, template }: { words: Signup['template']; template: Download }) {
	const [isPreparing, setPreparing] = useState(false)

	async function download() {
		setPreparing(true)
		try {
			await saveDownload(template)
			toast(words.doneToast)
		} catch (error) {
			toast(describeDownloadFailure(error))
		} finally {
			setPreparing(false)
		}
	}

	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:grid-cols-[minmax(0,1fr)_15rem]">
			<div>
				<h2>{words.title}</h2>
				<p className="mt-3">{words.text}</p>
				<Button variant="secondary" className="mt-6" pending={isPreparing} onClick={() => void download()}>
					{!isPreparing && <Icon name="download" />}
					{isPreparing ? words.busyLabel : words.buttonLabel}
				</Button>
			</div>
			<div aria-hidden="true" className="w-60 max-w-full -rotate-2 overflow-hidden border-2 border-ink bg-raised p-4">
				<pre className="max-h-56 overflow-hidden font-mono text-[0.5rem] leading-[1.7] text-soft">
					{template.previewContent.split('\n').slice(0, PREVIEW_LINES).join('\n')}
				</pre>
			</div>
		</div>
	)
}
