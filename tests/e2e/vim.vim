" vim -es -N -u CONFIGURATION -S vim.vim FILE: the quick fix and the binding, as a user takes them; saves the file.
function! Wait(what, Condition) abort
  let started = reltime()
  while !a:Condition() && reltimefloat(reltime(started)) < 20
    sleep 50m
  endwhile
  if !a:Condition()
    verbose echo 'Waited in vain for ' . a:what
    cquit
  endif
endfunction

function! Found(count) abort
  call Wait(a:count . ' findings', {-> len(ale#engine#GetLoclist(bufnr(''))) == a:count})
endfunction

" Take the first action whose title matches, of those that ALECodeAction would list.
function! Take(title) abort
  let text = getline(1, '$')
  function! Chosen(data, actions) abort closure
    let matching = filter(copy(a:actions), 'v:val[1].title =~# a:title')
    verbose echo 'took: ' . matching[0][1].title
    call ale#codefix#ApplyLSPCodeAction(a:data, matching[0][1])
  endfunction
  call ale#codefix#Execute(0, function('Chosen'))
  call Wait('an edit by ' . a:title, {-> getline(1, '$') != text})
  call ale#Queue(0)
endfunction

call Found(1)
let finding = ale#engine#GetLoclist(bufnr(''))[0]
verbose echo 'found: ' . finding.text
call cursor(finding.lnum, finding.col)
call Take('Align')
call Found(0)
call search(' \zsscale(')
call Take('SK bind')
call Found(0)
write
qall!
