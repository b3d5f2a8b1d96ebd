import { holdEarlyInput } from '#app/lib/early-input.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { InlineScript } from '#app/ui/raw-html.tsx'

const code = `${holdEarlyInput}try{var t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`

/** The script is constant and allowed by the nonce. */
export const BootScript = ({ nonce }: { nonce: string }) => <InlineScript code={code} nonce={nonce} />
