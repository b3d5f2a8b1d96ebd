import { use } from 'react'

import { NonceContext } from '#app/admin/nonce.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import type { EntryPage } from '#server/console/shell/visit.ts'

/** Sign-in pages load no bundle, so the button has an inline script. Without JavaScript the button stays hidden. */
const COPY = `var b=document.getElementById("copy"),t=document.getElementById("codes");b.hidden=!navigator.clipboard;b.onclick=function(){t.select();navigator.clipboard.writeText(t.value).then(function(){b.textContent="Copied"})}`

/** Shows new recovery codes, once: the server stores only their hashes. */
export function RecoveryCodes({ codes, siteUrl, email, to }: Extract<EntryPage, { page: 'recovery-codes' }>) {
	const nonce = use(NonceContext)
	const text = `Recovery codes for ${email} at ${siteUrl}\nEach works once, in place of a code from your authenticator app.\n\n${codes.join('\n')}\n`
	return (
		<>
			<p>
				Use one of these if you can’t use your authenticator app. Each works once. Keep them in a password manager or on paper, not only on
				that phone.
			</p>
			<p className="font-semibold">You won’t see these codes again.</p>
			<TextArea id="codes" label="Recovery codes" readOnly rows={codes.length} value={codes.join('\n')} className="font-mono" />
			<p className="flex flex-wrap gap-3">
				<Button variant="secondary" id="copy" hidden>
					Copy
				</Button>
				<LinkButton variant="secondary" download="recovery-codes.txt" to={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
					Download
				</LinkButton>
			</p>
			<p>
				<LinkButton to={to}>I have saved them</LinkButton>
			</p>
			<InlineScript code={COPY} nonce={nonce} />
		</>
	)
}
