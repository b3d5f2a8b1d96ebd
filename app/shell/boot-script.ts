import { holdEarlyInput } from '#app/lib/early-input.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

import { holdEarlyClicks } from './early-clicks.ts'

/**
 * Runs in the head before the first paint: chosen theme, whether a session and a bought course are stored, and whether the
 * cookie banner still has to ask. Without it the page would show the other theme, the other account link or the banner for a
 * moment. Without scripts, or where storage is blocked, nothing optional runs and no answer could be kept, so no one is asked.
 * It reads storage itself because no module is loaded yet; the session's key is the one of app/lib/stored-session.ts.
 */
export const bootScript = `${holdEarlyClicks}${holdEarlyInput}var d=document.documentElement;d.dataset.js="";try{var s=localStorage,t=s.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")d.dataset.theme=t;var o=s.getItem(${JSON.stringify(storageKeys.ownedCourse)});if(s.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token")){d.dataset.session="";if(o)d.dataset.owner=""}else if(/"userId":null/.test(o))d.dataset.owner="";if(!/^(accepted|declined)$/.test(s.getItem(${JSON.stringify(storageKeys.cookieConsent)})))d.dataset.asksCookies=""}catch{}`
