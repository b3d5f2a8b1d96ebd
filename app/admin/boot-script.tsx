import { recordEarlyInput } from '#app/lib/early-input.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { InlineScript } from '#app/ui/raw-html.tsx'

const code = `${recordEarlyInput}try{var t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`

/** Inline script that runs before the first paint. Its text never changes, and the CSP nonce allows it. */
export const BootScript = ({ nonce }: { nonce: string }) => <InlineScript code={code} nonce={nonce} />
