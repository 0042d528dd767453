" AscendC sources. An .asc may also be PGP armour or AsciiDoc: those are left to others.
function! s:Detect() abort
  for line in getline(1, 50)
    if line =~# '^\s*\(//.*\)\?$'
      continue
    elseif line =~# '^-----BEGIN '
      return
    elseif line =~# '^=\{1,6}\s\+\S' || line =~# '^:!\?\w[[:alnum:]_-]*!\?:\(\s\|$\)'
      setfiletype asciidoc
      return
    endif
    break
  endfor
  set filetype=asc
endfunction

autocmd BufNewFile,BufRead *.asc call s:Detect()
autocmd BufNewFile,BufRead *.cce,*.aicpu set filetype=asc
