import { recordEarlyInput } from '#app/lib/early-input.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

import { recordEarlyClicks } from './early-clicks.ts'

/**
 * Runs in the head before the first paint, so that theme, account link and cookie banner are right from the start. If scripts or storage
 * are blocked, the cookie banner stays hidden: nothing optional runs, and a choice couldn't be stored. Reads storage directly, because no
 * module is loaded yet; the session's key is that of app/lib/stored-session.ts.
 */
export const bootScript = `${recordEarlyClicks}${recordEarlyInput}var d=document.documentElement;d.dataset.js="";try{var s=localStorage,t=s.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")d.dataset.theme=t;var o=s.getItem(${JSON.stringify(storageKeys.ownedCourse)});if(s.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token")){d.dataset.session="";if(o)d.dataset.owner=""}else if(/"userId":null/.test(o))d.dataset.owner="";if(!/^(accepted|declined)$/.test(s.getItem(${JSON.stringify(storageKeys.cookieConsent)})))d.dataset.asksCookies=""}catch{}`
