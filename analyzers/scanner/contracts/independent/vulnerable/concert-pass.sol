pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/access/Ownable.sol";

contract ConcertPass is ERC20, Ownable {
    uint256 public constant CAP = 10_000e18;

    constructor() ERC20("Concert Pass", "PASS") Ownable(msg.sender) {}

    function grant(address fan, uint256 amount) public {
        require(totalSupply() + amount <= CAP, "cap");
        _mint(fan, amount); // expect: unprotected-mint
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}
